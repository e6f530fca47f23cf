import type { Words } from './compose.ts';
import type { Picture } from './frame.ts';

/** A mail as it goes out. */
export interface Message extends Words {
  id: string;
  from: { name: string; address: string };
  /** Where answers go, when not there. */
  replyTo?: string;
  to: string;
  at: Date;
  /** The project whose message it is, where it is one's. */
  projectId?: string;
  /** It went to many of the project, and tells of no account. */
  bulk?: boolean;
  /** The call that turns this kind of mail off, for the button of mail programs. */
  unsubscribeCall?: string;
  picture?: Picture;
  /** The picture of who writes: PNG, base64. */
  logo?: string;
  files?: readonly Attached[];
}

/** A file that goes along. */
export interface Attached {
  name: string;
  type: string;
  /** base64. */
  content: string;
}
