# SPDX-License-Identifier: Apache-2.0
"""A proxy that connects a browser to this machine, whatever names it visits."""

import socket
import socketserver
import threading


class Tunnels:
    """Serves CONNECT requests. Each name is served on this machine, at the port of its server."""

    def __init__(self, ports):
        class Handler(socketserver.StreamRequestHandler):
            timeout = 60

            def handle(self):
                name = self.rfile.readline().split(b" ")[1].decode().rpartition(":")[0]
                while self.rfile.readline().strip():
                    pass
                if name not in ports:
                    self.wfile.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
                    return
                with socket.create_connection(("127.0.0.1", ports[name]), timeout=self.timeout) as server:
                    self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
                    back = threading.Thread(target=copy, args=(server, self.connection), daemon=True)
                    back.start()
                    copy(self.connection, server)
                    back.join()

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()


def copy(source, target):
    """Passes on what is received, until one of the sides closes the connection."""
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass  # Browsers close connections early.
    finally:
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
