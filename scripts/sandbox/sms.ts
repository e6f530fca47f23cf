import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SandboxSms {
  id: string;
  to: string;
  from: string;
  text: string;
}

export interface SmsSandbox {
  url: string;
  taken: SandboxSms[];
  close: () => Promise<void>;
}

interface Options {
  port?: number;
  /** Sends a report to the product. */
  report?: (body: string) => Promise<unknown>;
  reportMs?: number;
  slowMs?: number;
  price?: number;
}

/**
 * Sandbox of an SMS gateway. The last digit of the number decides: 1 refused, 2 no report, 3 slow, 4 no answer, 5 reported
 * twice and
 * late, all others delivered. Messages with the same id are one message.
 */
export async function openSmsSandbox(options: Options = {}): Promise<SmsSandbox> {
  const { port = 0, report = async () => undefined, reportMs = 2000, slowMs = 60_000, price = 800 } = options;
  const taken: SandboxSms[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, what: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      what();
    }, ms);
    timers.add(timer);
  };
  const tell = (id: string, event: string) => {
    const at = new Date().toISOString();
    const notice = { events: [{ id: event, status: 'delivered', at, requestId: id, price }] };
    void report(JSON.stringify(notice)).catch(() => undefined);
  };

  const server = createServer(async (req, res) => {
    const pieces: Buffer[] = [];
    for await (const piece of req) pieces.push(piece);
    const sms: SandboxSms = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    const last = sms.to.at(-1);
    const say = (status: number, body: object) =>
      void res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (last === '4') return void req.socket.destroy();
    if (last === '1') return say(422, { code: 'PHONE_REJECTED' });
    if (!taken.some(({ id }) => id === sms.id)) {
      taken.push(sms);
      if (last === '5') for (const ms of [reportMs * 2, reportMs * 3]) later(ms, () => tell(sms.id, `${sms.id}-once`));
      else if (last !== '2') later(reportMs, () => tell(sms.id, `${sms.id}-report`));
    }
    if (last === '3') return later(slowMs, () => say(200, { id: sms.id }));
    return say(200, { id: sms.id, balance: 1_000_000 - taken.length * price });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
