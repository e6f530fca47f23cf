import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '@lobby/server/kit/mail/deliver.ts';
import { until } from '../server/listener.ts';

/** Mails in the outbox of a server without SMTP, oldest first. */
export function mailsIn(dir: string): Message[] {
  try {
    return readdirSync(join(dir, 'outbox'))
      .filter(name => name.endsWith('.json'))
      .sort()
      .map(name => JSON.parse(readFileSync(join(dir, 'outbox', name), 'utf8')));
  } catch {
    return [];
  }
}

type Which = (mail: Message) => boolean;
const ofKind = (dir: string, address: string, which: Which) =>
  mailsIn(dir).filter(mail => mail.to === address && which(mail));

/** Latest mail to an address, once there are `count` of them. */
export async function mailTo(dir: string, address: string, count = 1, which: Which = () => true): Promise<Message> {
  return until(() => {
    const all = ofKind(dir, address, which);
    return all.length >= count && all.at(-1);
  });
}

/** Mail sent by `cause`; `which` excludes other mails to the same address that may still be under way. */
export async function mailBy(
  dir: string,
  address: string,
  cause: () => Promise<unknown>,
  which: Which = () => true,
): Promise<Message> {
  const before = ofKind(dir, address, which).length;
  await cause();
  return mailTo(dir, address, before + 1, which);
}

/** Token of the link in a mail. */
export const tokenIn = ({ text }: Pick<Message, 'text'>): string => /token=([\w.-]+)/.exec(text)?.[1] ?? '';
