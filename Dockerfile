# The web lab as a container: docker build -t sapper . && docker run -p 8000:8000 -v sapper:/data sapper
FROM python:3.13-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends g++ \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml CMakeLists.txt README.md LICENSE ./
COPY core core
COPY src src
# The workers of a Dask cluster need --build-arg EXTRAS=cluster (docs/how-to/cluster.md).
ARG EXTRAS=web
RUN python -m venv /opt/sapper \
    && /opt/sapper/bin/pip install --no-cache-dir ".[$EXTRAS]"

# The final image contains neither the compiler nor the sources.
FROM python:3.13-slim
RUN useradd --system --no-create-home sapper \
    && install -d -o sapper -g sapper /data
COPY --from=build /opt/sapper /opt/sapper
ENV PATH="/opt/sapper/bin:$PATH" \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER sapper
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/', timeout=4)"]
CMD ["sapper", "serve", "--host", "0.0.0.0", "--port", "8000", "--store", "/data/sapper.db"]
