/** Fields of the text, and settings, of an article. */
export const WORDS = ['title', 'summary', 'content', 'images'] as const;
export const SETTINGS = ['category', 'audience', 'blockIds', 'unitIds', 'expiresAt', 'notify', 'attachments'] as const;
