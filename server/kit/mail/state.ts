import type { KeptChannel } from '@lobby/shared/kit/kept-message.ts';
import type { Deliver } from './deliver.ts';
import type { OutboxReaders } from './outbox.ts';

/** How this installation delivers messages, as far as it may be shown to users. */
export interface MailState {
  /** Whether mails go to an SMTP server, and short messages to a gateway. */
  smtp: boolean;
  sms: boolean;
  /** Domain of the DKIM signature. */
  dkim: string | null;
  /** Whether bounces, complaints and reports are received. */
  webhooks: boolean;
  from: string;
  /** Whether mails are delivered at all: by a server, or into a folder that somebody may read. */
  ready: () => Promise<boolean>;
  deliver: Deliver;
}

let state: MailState | null = null;
/** Called at start. */
export function configureMailState(next: MailState): void {
  state = next;
}
/** Throws before `configureMailState` was called. */
export function mailState(): MailState {
  if (!state) throw new Error('mail has not been started');
  return state;
}

/** The folder of messages that no server delivers, their channels, and who may read them. */
interface Kept {
  dir: string;
  channels: readonly KeptChannel[];
  readers: () => Promise<OutboxReaders>;
}
let folder: Kept | null = null;
/** Called at start. */
export function configureKeptMail(next: Kept): void {
  folder = next;
}
export const keptMessages = (): Kept | null => folder;

const domainOf = (address: string) => address.split('@')[1]?.toLowerCase() ?? '';

/** Whether mails may be sent from an address, because the installation is authorized for its domain. */
export function speaksFor(address: string): boolean {
  const { dkim, from } = mailState();
  return [dkim?.toLowerCase(), domainOf(from)].includes(domainOf(address));
}
