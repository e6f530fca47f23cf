export const STATE_TONES = { OPEN: 'waiting', ONCE: 'going', COUNTED: 'done', DIFFERS: 'bad' } as const;
