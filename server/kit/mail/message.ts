import type { Words } from './compose.ts';
import type { Picture } from './frame.ts';

/** A mail ready to be sent. */
export interface Message extends Words {
  id: string;
  from: { name: string; address: string };
  /** Reply address, if it differs from `from`. */
  replyTo?: string;
  to: string;
  at: Date;
  /** Project of the message, if it belongs to one. */
  projectId?: string;
  /** Sent to many people of the project and not about an account. */
  bulk?: boolean;
  /** URL that unsubscribes with one click, for the button of mail programs. */
  unsubscribeCall?: string;
  picture?: Picture;
  /** The sender's logo: PNG, base64. */
  logo?: string;
  files?: readonly Attached[];
}

/** An attachment. */
export interface Attached {
  name: string;
  type: string;
  /** base64. */
  content: string;
}
