import createCache from '@emotion/cache';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

/** Where Emotion keeps its styles; its style elements carry the nonce of the page, as `style-src` asks. */
export const styleCache = createCache({ key: 'l', nonce: nonce || undefined });
