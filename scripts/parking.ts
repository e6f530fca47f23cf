import { createServer, type Server } from 'node:http';
import { pathToFileURL } from 'node:url';

/** Faults to simulate. */
interface Faults {
  /** Number of calls to answer with 503, or, for `silent`, not to answer. */
  down: number;
  silent: number;
  /** Card numbers to refuse permanently. */
  refused: Set<string>;
}

export interface Parking {
  url: string;
  /** Active cards by number. */
  cards: Map<string, Record<string, unknown>>;
  faults: Faults;
  /** Returns the number of calls. */
  calls: () => number;
  close: () => Promise<void>;
}

/** A sandbox for the parking adapter: keeps cards in memory, implements its API, and simulates faults. */
export async function openParking(token: string, port = 0): Promise<Parking> {
  const cards = new Map<string, Record<string, unknown>>();
  const faults: Faults = { down: 0, silent: 0, refused: new Set() };
  let calls = 0;
  const server: Server = createServer(async (req, res) => {
    calls++;
    const body: Buffer[] = [];
    for await (const piece of req) body.push(piece);
    const say = (status: number, text = '') => void res.writeHead(status).end(text);
    if (faults.silent > 0 && faults.silent--) return void req.socket.destroy();
    if (faults.down > 0 && faults.down--) return say(503, 'barrier controller restarts');
    if (req.headers.authorization !== `Bearer ${token}`) return say(401, 'unknown token');
    const [, number = ''] = /\/projects\/[^/]+\/cards\/([^/?]+)$/.exec(req.url ?? '') ?? [];
    const card = decodeURIComponent(number);
    if (!card) return say(404);
    if (faults.refused.has(card)) return say(422, 'card is not enrolled');
    if (req.method === 'PUT') {
      cards.set(card, JSON.parse(Buffer.concat(body).toString('utf8')));
      return say(200);
    }
    if (req.method !== 'DELETE') return say(405);
    return say(cards.delete(card) ? 200 : 404);
  });
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const at = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://127.0.0.1:${at}`,
    cards,
    faults,
    calls: () => calls,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

// Runs standalone: `PARKING_URL=http://127.0.0.1:4100 PARKING_TOKEN=sandbox npm start` connects to it.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const parking = await openParking('sandbox', 4100);
  process.stdout.write(`parking sandbox at ${parking.url}, token "sandbox"\n`);
}
