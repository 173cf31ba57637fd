/**
 * Caches the files of the page, so that it opens offline and can be installed. Answers of the API are
 * never cached. The page itself is fetched from the server first, so that an update arrives at once.
 */

const CACHE = "sapper-page";
/** The path of the page, which need not be at the root of its host. */
const PAGE = new URL("./", self.location.href).pathname;
const KEPT = ["favicon.svg", "manifest.webmanifest", "icons/icon-192.png"].map(
  (file) => PAGE + file,
);
const BUNDLE = `${PAGE}bundle/`;

/**
 * Caches the newest page with the files that it names, and deletes those of older versions.
 *
 * @param {Response} page
 */
async function keep(page) {
  const cache = await caches.open(CACHE);
  const named = [...(await page.clone().text()).matchAll(/"(bundle\/[^"]+)"/g)].map(
    ([, file]) => PAGE + file,
  );
  const known = (await cache.keys()).map((request) => new URL(request.url).pathname);
  await cache.addAll(named.filter((path) => !known.includes(path)));
  await cache.put(PAGE, page);
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
    const kept = await caches.match(PAGE);
    if (kept !== undefined) return kept;
    throw error;
  }
}

/** @param {Request} request */
async function fromCache(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("install", (/** @type {any} */ event) => {
  // Browsers with static routing bypass the service worker for the API, which saves milliseconds per
  // click.
  event.addRoutes?.({
    condition: { urlPattern: { pathname: `${PAGE}api/*` } },
    source: "network",
  });
  const begin = async () => {
    await (await caches.open(CACHE)).addAll(KEPT);
    await keep(await fetch(PAGE));
  };
  event.waitUntil(begin());
});

self.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (event.request.mode === "navigate" && pathname === PAGE) event.respondWith(openPage(event));
  else if (pathname.startsWith(BUNDLE) || KEPT.includes(pathname))
    event.respondWith(fromCache(event.request));
});
