/** How somebody is told of something. */
export const CHANNELS = ['app', 'mail'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What people may choose to be told of, and how each can come; what an account needs is not among them. */
export const TOPICS = {
  membership: ['mail'],
  assigned: ['app'],
  message: ['app'],
  progress: ['app'],
} as const satisfies Record<string, readonly Channel[]>;
export type Topic = keyof typeof TOPICS;

export const topicsBy = (channel: Channel): Topic[] =>
  (Object.keys(TOPICS) as Topic[]).filter(topic => (TOPICS[topic] as readonly Channel[]).includes(channel));

/** The topics that concern somebody: only staff are given work, only residents wait for it. */
export const topicsOf = (kind: 'staff' | 'resident'): Topic[] =>
  kind === 'staff' ? ['membership', 'assigned', 'message'] : ['membership', 'message', 'progress'];

/** What was turned off, by channel. */
export interface Choices {
  mailOff: readonly string[];
  appOff: readonly string[];
}
