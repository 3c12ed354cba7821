#!/usr/bin/python3
"""signed_store.py FOLDER USER SECRET: an object store that speaks S3, of what Python brings along: the files of FOLDER in the one bucket
"bucket", to read only. Checks signatures (V4) as stores do, with the time. To make it like a store in daily use it lists seven objects at a
time, answers the first question for each object with 503 SlowDown and breaks the second one off in the middle. Says "listening on
127.0.0.1:PORT" and serves until it is ended. Swift (object_store.py) is the real thing, where it is installed."""

import ctypes
import datetime
import hashlib
import hmac
import sys
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlsplit
from xml.sax.saxutils import escape

AT_A_TIME = 7
SKEW_SECONDS = 900
FOLDER, USER, SECRET = Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3]
asked = {}


def signature(key, *parts):
    for part in parts:
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return key.hex()


class Store(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, code, body=b"", headers=(), whole=None):
        """`whole`: how many bytes are promised, where that is more than are sent."""
        self.send_response(code)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if whole is None else whole))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        self.close_connection = self.close_connection or whole is not None and self.command != "HEAD"

    def refuse(self, code, what):
        self.answer(code, f"<Error><Code>{what}</Code><Message>{what}</Message></Error>".encode(), [("Content-Type", "application/xml")])

    def trouble(self):
        """Why the request is not taken; empty when it is signed as it should be."""
        words = self.headers.get("Authorization", "").replace(",", " ").split()
        if not words or words[0] != "AWS4-HMAC-SHA256":
            return "AccessDenied"
        given = dict(word.split("=", 1) for word in words[1:])
        user, day, region, service, _ = given["Credential"].rsplit("/", 4)
        time = self.headers["X-Amz-Date"]
        sent = datetime.datetime.strptime(time, "%Y%m%dT%H%M%SZ").replace(tzinfo=datetime.timezone.utc)
        if abs((datetime.datetime.now(datetime.timezone.utc) - sent).total_seconds()) > SKEW_SECONDS:
            return "RequestTimeTooSkewed"
        names = given["SignedHeaders"].split(";")
        if user != USER or "x-amz-content-sha256" not in names or "host" not in names:
            return "InvalidAccessKeyId" if user != USER else "AccessDenied"
        path = urlsplit(self.path)
        query = sorted((quote(k, safe="-_.~"), quote(v, safe="-_.~")) for k, v in parse_qsl(path.query, keep_blank_values=True))
        request = "\n".join([self.command, path.path, "&".join(f"{k}={v}" for k, v in query),
                             *(f"{name}:{' '.join(self.headers[name].split())}" for name in names), "", ";".join(names),
                             self.headers["X-Amz-Content-Sha256"]])
        scope = f"{day}/{region}/{service}/aws4_request"
        text = "\n".join(["AWS4-HMAC-SHA256", time, scope, hashlib.sha256(request.encode()).hexdigest()])
        own = signature(("AWS4" + SECRET).encode(), day, region, service, "aws4_request", text)
        return "" if hmac.compare_digest(own, given["Signature"]) else "SignatureDoesNotMatch"

    def do_GET(self):
        what = self.trouble()
        path = urlsplit(self.path)
        bucket, _, key = unquote(path.path).lstrip("/").partition("/")
        if what or bucket != "bucket":
            self.refuse(403 if what else 404, what or "NoSuchBucket")
        elif not key:
            self.list(dict(parse_qsl(path.query, keep_blank_values=True)))
        else:
            self.give(FOLDER / key)

    do_HEAD = do_GET

    def list(self, query):
        prefix, delimiter = query.get("prefix", ""), query.get("delimiter", "")
        after = max(query.get("marker", ""), query.get("continuation-token", ""), query.get("start-after", ""))
        rows = {}
        for path in sorted(FOLDER.rglob("*")):
            key = path.relative_to(FOLDER).as_posix()
            if path.is_file() and key.startswith(prefix):
                end = key.find(delimiter, len(prefix)) if delimiter else -1
                rows[key if end < 0 else key[:end + 1]] = path if end < 0 else None
        names = [name for name in sorted(rows) if name > after]
        shown = names[:AT_A_TIME]
        coded = quote if query.get("encoding-type") == "url" else escape
        text = f"<IsTruncated>{str(len(names) > len(shown)).lower()}</IsTruncated>"
        text += f"<NextMarker>{coded(shown[-1])}</NextMarker><NextContinuationToken>{coded(shown[-1])}</NextContinuationToken>" if shown else ""
        for name in shown:
            if rows[name] is None:
                text += f"<CommonPrefixes><Prefix>{coded(name)}</Prefix></CommonPrefixes>"
                continue
            changed = datetime.datetime.fromtimestamp(int(rows[name].stat().st_mtime), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
            tag = hashlib.md5(rows[name].read_bytes()).hexdigest()
            text += f"<Contents><Key>{coded(name)}</Key><LastModified>{changed}</LastModified><ETag>&quot;{tag}&quot;</ETag>" \
                    f"<Size>{rows[name].stat().st_size}</Size></Contents>"
        self.answer(200, f"<?xml version=\"1.0\"?><ListBucketResult><EncodingType>{query.get('encoding-type', '')}</EncodingType>{text}"
                         "</ListBucketResult>".encode(), [("Content-Type", "application/xml")])

    def give(self, path):
        if not path.is_file():
            self.refuse(404, "NoSuchKey")
            return
        asked[path] = asked.get(path, 0) + 1
        if asked[path] == 1:
            self.refuse(503, "SlowDown")
            return
        body = path.read_bytes()
        headers = [("ETag", f'"{hashlib.md5(body).hexdigest()}"'), ("Last-Modified", formatdate(path.stat().st_mtime, usegmt=True))]
        first, _, last = self.headers.get("Range", "").removeprefix("bytes=").partition("-")
        if first:
            end = min(int(last) + 1 if last else len(body), len(body))
            headers.append(("Content-Range", f"bytes {first}-{end - 1}/{len(body)}"))
            body = body[int(first):end]
        half = body[:len(body) // 2] if asked[path] == 2 and len(body) > 1 else None
        self.answer(206 if first else 200, body if half is None else half, headers, None if half is None else len(body))


ctypes.CDLL(None).prctl(1, 15)  # ends with the test
server = ThreadingHTTPServer(("127.0.0.1", 0), Store)
server.daemon_threads = True
print(f"listening on 127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
