# The bot alone: a virtual environment with what is pinned, and the program, run by nobody in particular.
# The base is Python 3.13.14 on Debian 12 of August 2026, as docker-library/repo-info tells it, for amd64, arm and others.
ARG PYTHON=3.13-slim-bookworm@sha256:67a1e1f215ccda113cfc024e8639049257e88f273898f595b61476d128d387e8

FROM python:${PYTHON} AS made
WORKDIR /app
COPY requirements.txt .
RUN python -m venv --without-pip /venv \
    && python -m pip --python /venv/bin/python install --no-cache-dir --disable-pip-version-check --no-compile \
        --no-deps --require-hashes --only-binary :all: -r requirements.txt
COPY bot.py LICENSE ./
COPY cogs cogs
COPY words words
COPY steward steward
COPY db db
COPY renderers renderers
COPY engine engine
COPY records records
COPY sandbox sandbox
RUN /venv/bin/python -m compileall -q -j 0 /app /venv/lib

FROM python:${PYTHON}
COPY --from=made /venv /venv
COPY --from=made /app /app
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin quadriga \
    && install --directory --owner=10001 --group=10001 --mode=0700 /data
USER 10001:10001
WORKDIR /data
VOLUME /data
ENV PYTHONPATH=/app PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    QUADRIGA_DATABASE=/data/quadriga.sqlite3 QUADRIGA_STATUS_PORT=8751 QUADRIGA_OPEN_BROWSER=false
HEALTHCHECK --interval=15s --timeout=4s --start-period=20s \
    CMD ["/venv/bin/python", "-c", "from urllib.request import urlopen as u; u('http://127.0.0.1:8751/healthz', timeout=3)"]
ENTRYPOINT ["/venv/bin/python", "/app/bot.py"]
