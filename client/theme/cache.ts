import createCache from '@emotion/cache';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

/** Emotion's style cache; its style elements carry the page's nonce, as `style-src` requires. */
export const styleCache = createCache({ key: 'l', nonce: nonce || undefined });
