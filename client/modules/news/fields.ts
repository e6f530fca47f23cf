/** What an article says, and what is set of it. */
export const WORDS = ['title', 'summary', 'content', 'images'] as const;
export const SETTINGS = ['category', 'audience', 'blockIds', 'unitIds', 'expiresAt', 'notify', 'attachments'] as const;
