import type { KeptChannel } from '@lobby/shared/kit/kept-message.ts';
import type { Deliver } from './deliver.ts';
import type { OutboxReaders } from './outbox.ts';

/** How this installation hands messages over, as far as its people may know. */
export interface MailState {
  /** Mails go to a mail server; short messages to a gateway. */
  smtp: boolean;
  sms: boolean;
  /** The domain that mails are signed for. */
  dkim: string | null;
  /** Bounces, complaints and reports are taken. */
  webhooks: boolean;
  from: string;
  /** Whether mails go anywhere: to a server, or into a folder that somebody may read. */
  ready: () => Promise<boolean>;
  deliver: Deliver;
}

let state: MailState | null = null;
/** Sets it; at start. */
export function configureMailState(next: MailState): void {
  state = next;
}
/** Throws before the start. */
export function mailState(): MailState {
  if (!state) throw new Error('mail has not been started');
  return state;
}

/** Where messages lie that no server takes, of which channels, and who may read them. */
interface Kept {
  dir: string;
  channels: readonly KeptChannel[];
  readers: () => Promise<OutboxReaders>;
}
let kept: Kept | null = null;
/** Sets it; at start. */
export function configureKeptMail(next: Kept): void {
  kept = next;
}
export const keptMessages = (): Kept | null => kept;

const domainOf = (address: string) => address.split('@')[1]?.toLowerCase() ?? '';

/** Whether mails may come from an address: those of domains that the installation speaks for. */
export function speaksFor(address: string): boolean {
  const { dkim, from } = mailState();
  return [dkim?.toLowerCase(), domainOf(from)].includes(domainOf(address));
}
