import { lazyPart } from '../layout/lazy-part.tsx';

const WhyShown = lazyPart(async () => (await import('./WhyShown.tsx')).WhyShown);

/** Explanation of a refusal from the guide, shown beside it because a dialog covers the guide. */
export const Why = ({ code }: { code: string | undefined }) => (code ? <WhyShown code={code} /> : null);
