/**
 * Keeps the page's own files in the browser, so that it opens without the network and can be
 * installed; what the server computes is never kept. The page itself comes from the server wherever
 * that answers, so that nobody is left with an old one.
 */

const CACHE = "sapper-page";
const KEPT = ["/favicon.svg", "/manifest.webmanifest", "/icons/icon-192.png"];
const BUNDLE = "/bundle/";

/**
 * Keeps the newest page with the files that it names, and drops those of older ones.
 *
 * @param {Response} page
 */
async function keep(page) {
  const cache = await caches.open(CACHE);
  const named = [...(await page.clone().text()).matchAll(/"(\/bundle\/[^"]+)"/g)].map(
    ([, path]) => path,
  );
  const known = (await cache.keys()).map((request) => new URL(request.url).pathname);
  await cache.addAll(named.filter((path) => !known.includes(path)));
  await cache.put("/", page);
  const old = known.filter((path) => path.startsWith(BUNDLE) && !named.includes(path));
  await Promise.all(old.map((path) => cache.delete(path)));
}

/** @param {any} event */
async function openPage(event) {
  try {
    const page = await fetch(event.request);
    if (page.ok) event.waitUntil(keep(page.clone()).catch(() => undefined));
    return page;
  } catch (error) {
    const kept = await caches.match("/");
    if (kept !== undefined) return kept;
    throw error;
  }
}

/** @param {Request} request */
async function fromCache(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("install", (/** @type {any} */ event) => {
  // Where the browser can, what the server computes does not pass through here: a click is answered
  // some milliseconds sooner.
  event.addRoutes?.({
    condition: { urlPattern: { pathname: "/api/*" } },
    source: "network",
  });
  const begin = async () => {
    await (await caches.open(CACHE)).addAll(KEPT);
    await keep(await fetch("/"));
  };
  event.waitUntil(begin());
});

self.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (event.request.mode === "navigate" && pathname === "/") event.respondWith(openPage(event));
  else if (pathname.startsWith(BUNDLE) || KEPT.includes(pathname))
    event.respondWith(fromCache(event.request));
});
