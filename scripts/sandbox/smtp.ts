import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { complaintAbout, deliveryReport } from './reports.ts';
import { addressIn, linesOf, listenTo, verbOf } from './smtp-talk.ts';

/** An accepted mail, as received. */
export interface SandboxMail {
  to: string;
  raw: string;
}

export interface MailSandbox {
  url: string;
  taken: SandboxMail[];
  close: () => Promise<void>;
}

interface Options {
  port?: number;
  /** Receives reports, as the bounce mailbox would. */
  report?: (raw: string) => Promise<unknown>;
  /** Delay of the report after a mail, and of an answer to `+slow`. */
  reportMs?: number;
  slowMs?: number;
}

/** Returns the fault that an address requests after its plus, as in `an+550@hoasen.demo`. */
const faultOf = (address: string): string => /\+([a-z0-9]+)@/i.exec(address)?.[1]?.toLowerCase() ?? '';

const REFUSALS: Readonly<Record<string, string>> = {
  421: '421 4.3.2 too busy, come again',
  451: '451 4.7.1 try again later',
  550: '550 5.1.1 no such mailbox',
  552: '552 5.2.2 mailbox full',
};

/** Sandbox of a mail server; the part of an address after its plus decides what fails. */
export async function openMailSandbox(options: Options = {}): Promise<MailSandbox> {
  const { port = 0, report = async () => undefined, reportMs = 2000, slowMs = 30_000 } = options;
  const taken: SandboxMail[] = [];
  const timers = new Set<NodeJS.Timeout>();

  function tell(to: string, raw: string): void {
    const fault = faultOf(to);
    const mail =
      fault === 'bounce'
        ? deliveryReport(raw, to, 'failed', '5.1.1')
        : fault === 'deliver'
          ? deliveryReport(raw, to, 'delivered', '2.0.0')
          : fault === 'complain'
            ? complaintAbout(raw)
            : null;
    if (!mail) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void report(mail).catch(() => undefined);
    }, reportMs);
    timers.add(timer);
  }

  async function talk(socket: Socket): Promise<void> {
    const say = (words: string) => void (socket.destroyed || socket.write(`${words}\r\n`));
    let to = '';
    say('220 sandbox ESMTP');
    for await (const command of linesOf(socket)) {
      const { line, body } = command;
      const verb = verbOf(command);
      if (verb === 'EHLO') say('250-sandbox\r\n250 8BITMIME');
      else if (verb === 'RCPT') {
        to = addressIn(line);
        say(REFUSALS[faultOf(to)] ?? '250 OK');
      } else if (verb === 'DATA') say('354 go on');
      else if (verb === 'BODY') {
        if (faultOf(to) === 'close') return void socket.destroy();
        if (faultOf(to) === 'slow') await wait(slowMs);
        taken.push({ to, raw: body ?? '' });
        say('250 2.0.0 taken');
        tell(to, body ?? '');
      } else if (verb === 'QUIT') {
        say('221 bye');
        socket.end();
      } else say('250 OK');
    }
  }

  const { url, close } = await listenTo(talk, port);
  return {
    url,
    taken,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await close();
    },
  };
}
