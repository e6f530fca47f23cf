import { Suspense } from 'react';
import { Outlet } from 'react-router';

/** A page whose texts are loading. */
export function SuspenseOutlet() {
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  );
}
