/** Channels of notifications: the list in the product, push messages, mail. */
export const CHANNELS = ['app', 'push', 'mail'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Notification topics, with the channels that can be turned off. Mentions always appear in the list. */
export const TOPICS = {
  membership: ['mail'],
  assigned: ['app', 'push'],
  mention: ['push'],
  message: ['app', 'push'],
  new: ['app', 'push'],
  progress: ['app', 'push'],
  due: ['app', 'push'],
  reminder: ['app', 'push'],
  announcements: ['app', 'push', 'mail'],
  news: ['app', 'push'],
  fees: ['app', 'push'],
  gate: ['app', 'push'],
  report: ['mail'],
} as const satisfies Record<string, readonly Channel[]>;
export type Topic = keyof typeof TOPICS;

export const topicsBy = (channel: Channel): Topic[] =>
  (Object.keys(TOPICS) as Topic[]).filter(topic => (TOPICS[topic] as readonly Channel[]).includes(channel));

/** Topics by audience: only staff are assigned work, only residents wait for it. */
export const topicsOf = (kind: 'staff' | 'resident'): Topic[] =>
  kind === 'staff'
    ? ['membership', 'assigned', 'mention', 'message', 'new', 'progress', 'due', 'reminder', 'fees', 'report']
    : ['membership', 'message', 'progress', 'reminder', 'announcements', 'news', 'fees', 'gate'];
