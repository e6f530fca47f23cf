import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { useAfterStart } from '../../kit/ui/useAfterStart.ts';
import type { BannerProps } from './Banner.tsx';

const Banner = lazyPart(async () => (await import('./Banner.tsx')).Banner);

/** The news banner, loaded after the first screen. */
export function WhatsNewBanner(props: BannerProps) {
  return useAfterStart() ? <Banner {...props} /> : null;
}
