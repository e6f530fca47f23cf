import { Suspense } from 'react';
import { Outlet } from 'react-router';

/** A page whose words are on their way. */
export function Waiting() {
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  );
}
