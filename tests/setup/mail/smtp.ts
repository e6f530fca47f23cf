import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { addressIn, linesOf, listenTo, verbOf } from '../../../scripts/sandbox/smtp-talk.ts';
import { endAfterwards } from '../server/started.ts';

/** A received mail, as transmitted. */
export interface Taken {
  from: string;
  to: string[];
  /** Headers by lower-case name, unfolded. */
  headers: Record<string, string>;
  raw: string;
}

/** `drop` closes the connection, `drop-after` after taking the mail; a number delays by ms; a text is the reply. */
export type Fault = 'drop' | 'drop-after' | number | string | undefined;
/** Fault at a step: CONNECT, EHLO, AUTH, MAIL, RCPT, DATA, BODY (the mail itself), QUIT. */
export type Faults = (step: string, line: string) => Fault;

export interface Smtp {
  url: string;
  taken: Taken[];
  /** Number of mail bodies received, accepted or not. */
  bodies: () => number;
  faults: (next: Faults) => void;
}

/** A small SMTP server that accepts everything, except for injected faults; closed after the test file. */
export async function openSmtp(): Promise<Smtp> {
  const taken: Taken[] = [];
  let bodies = 0;
  let faults: Faults = () => undefined;

  /** Whether a step succeeded: not refused, and not cut off. */
  async function answer(socket: Socket, step: string, line: string, good: string): Promise<boolean> {
    const fault = faults(step, line);
    if (fault === 'drop') {
      socket.destroy();
      return false;
    }
    if (typeof fault === 'number') await wait(fault);
    const reply = typeof fault === 'string' && fault !== 'drop-after' ? fault : good;
    if (!socket.destroyed) socket.write(`${reply}\r\n`);
    return reply === good;
  }

  async function talk(socket: Socket): Promise<void> {
    const mail = { from: '', to: [] as string[] };
    if (!(await answer(socket, 'CONNECT', '', '220 sandbox ESMTP'))) return;
    for await (const said of linesOf(socket)) {
      const { line, body } = said;
      const verb = verbOf(said);
      if (verb === 'EHLO') await answer(socket, verb, line, '250-sandbox\r\n250-AUTH PLAIN\r\n250 8BITMIME');
      else if (verb === 'AUTH') await answer(socket, verb, line, '235 signed in');
      else if (verb === 'MAIL') {
        if (await answer(socket, verb, line, '250 OK')) Object.assign(mail, { from: addressIn(line), to: [] });
      } else if (verb === 'RCPT') {
        if (await answer(socket, verb, line, '250 OK')) mail.to.push(addressIn(line));
      } else if (verb === 'DATA') await answer(socket, verb, line, '354 go on');
      else if (verb === 'BODY') {
        bodies++;
        const raw = body ?? '';
        if (faults('BODY', raw) === 'drop-after') {
          taken.push({ ...mail, headers: headersOf(raw), raw });
          socket.destroy();
          return;
        }
        if (await answer(socket, 'BODY', raw, '250 taken')) taken.push({ ...mail, headers: headersOf(raw), raw });
      } else if (verb === 'QUIT') {
        await answer(socket, verb, line, '221 bye');
        socket.end();
      } else await answer(socket, verb, line, '250 OK');
    }
  }

  const { url, close } = await listenTo(talk);
  endAfterwards(close);
  return {
    url,
    taken,
    bodies: () => bodies,
    faults(next) {
      faults = next;
    },
  };
}

function headersOf(raw: string): Record<string, string> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return Object.fromEntries(
    head.split('\r\n').map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}
