import { type ComponentProps, lazy, Suspense } from 'react';
import type { PassCard as Pass } from './PassCard.tsx';
import type { SaveQr as Save, QrView as View } from './QrView.tsx';

// Drawing codes is half of the size budget of a screen, so it loads with the first code.
const PassPart = lazy(async () => ({ default: (await import('./PassCard.tsx')).PassCard }));
const ViewPart = lazy(async () => ({ default: (await import('./QrView.tsx')).QrView }));
const SavePart = lazy(async () => ({ default: (await import('./QrView.tsx')).SaveQr }));
const room = <i className="code-room" />;

export const PassCard = (props: ComponentProps<typeof Pass>) => (
  <Suspense fallback={room}>
    <PassPart {...props} />
  </Suspense>
);
export const QrView = (props: ComponentProps<typeof View>) => (
  <Suspense fallback={room}>
    <ViewPart {...props} />
  </Suspense>
);
export const SaveQr = (props: ComponentProps<typeof Save>) => (
  <Suspense fallback={null}>
    <SavePart {...props} />
  </Suspense>
);
