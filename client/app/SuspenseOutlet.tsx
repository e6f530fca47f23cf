import { Suspense } from 'react';
import { Outlet } from 'react-router';

/** A page whose words are on their way. */
export function SuspenseOutlet() {
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  );
}
