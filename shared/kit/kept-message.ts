/** The channel of a stored message. */
export type KeptChannel = 'EMAIL' | 'SMS' | 'ZALO';

/** List entry of a message stored because no server delivers it. */
export interface KeptHead {
  id: string;
  at: string;
  channel: KeptChannel;
  to: string;
  from: string;
  subject: string;
  /** The beginning of the text. */
  text: string;
  /** For short messages. */
  segments: number | null;
  bytes: number;
  attachments: string[];
  /** Responses given on behalf of the recipient. */
  answers: { as: string; at: string }[];
}
