import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to the server that can be cut: a browser that goes by it loses its socket too, as with a pulled plug. */
export interface Way {
  url: string;
  cut: () => void;
  mend: () => void;
  close: () => void;
}

export async function openWay(to: string): Promise<Way> {
  const { hostname, port } = new URL(to);
  const pipes = new Set<Socket>();
  let open = true;
  const server = createServer(inner => {
    if (!open) return void inner.destroy();
    const outer = connect(Number(port), hostname);
    for (const pipe of [inner, outer]) {
      pipes.add(pipe);
      pipe.on('error', () => pipe.destroy());
      pipe.on('close', () => pipes.delete(pipe));
    }
    inner.pipe(outer).pipe(inner);
  });
  server.listen(0, hostname);
  await once(server, 'listening');
  const cut = () => {
    open = false;
    for (const pipe of pipes) pipe.destroy();
  };
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => {
      open = true;
    },
    close() {
      cut();
      server.close();
    },
  };
}
