import { lazyPart } from './lazy-part.tsx';

const WhyShown = lazyPart(async () => (await import('./WhyShown.tsx')).WhyShown);

/** Why the product refuses something, where the guide tells it: beside the refusal, as a dialog covers the guide. */
export const Why = ({ code }: { code: string | undefined }) => (code ? <WhyShown code={code} /> : null);
