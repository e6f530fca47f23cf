/** How a message leaves: the channel under which it is kept. */
export type KeptChannel = 'EMAIL' | 'SMS' | 'ZALO';

/** What the list of kept messages, which no server took, shows of one. */
export interface KeptHead {
  id: string;
  at: string;
  channel: KeptChannel;
  to: string;
  from: string;
  subject: string;
  /** The first words. */
  text: string;
  /** Of a short message. */
  segments: number | null;
  bytes: number;
  attachments: string[];
  /** What somebody answered in the place of the recipient. */
  answers: { as: string; at: string }[];
}
