import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { Allowed } from './app/Allowed.tsx';
import { AwaitedHome } from './app/AwaitedHome.tsx';
import { Direction } from './app/Direction.tsx';
import { Failed } from './app/Failed.tsx';
import { olderRoutes } from './app/older-routes.tsx';
import { PrintArea } from './app/PrintArea.tsx';
import { ProjectArea } from './app/ProjectArea.tsx';
import { SignedIn } from './app/SignedIn.tsx';
import { SignIn } from './app/SignIn.tsx';
import { Waiting } from './app/Waiting.tsx';
import { lazyPart } from './kit/ui/lazy-part.tsx';
import { ErrorPage } from './shell/ErrorPage.tsx';

const Home = lazyPart(async () => (await import('./app/Home.tsx')).Home, AwaitedHome);

const toStart = () => location.assign('/');

const screen = (path: string, module: string, lazy: NonNullable<RouteObject['lazy']>): RouteObject => ({
  path,
  element: <Allowed module={module} />,
  children: [{ index: true, lazy }],
});

const screens: RouteObject[] = [
  { index: true, element: <Home /> },
  screen('units', 'UNIT', () => import('./modules/unit/page.tsx')),
  screen('members', 'MEMBER', () => import('./modules/resident/page.tsx')),
  screen('documents', 'DOCUMENT', () => import('./modules/document/page.tsx')),
  screen('rental-contract', 'RENTAL_CONTRACT', () => import('./modules/rental-contract/page.tsx')),
  screen('help-desk', 'HELP_DESK', () => import('./modules/ticket/page.tsx')),
  screen('configs-helpdesk-type', 'HELP_DESK_TYPE', () => import('./modules/ticket-type/page.tsx')),
  screen('configs-labels', 'LABEL', () => import('./modules/label/page.tsx')),
  screen('configs-projects', 'UNIT_GROUP', () => import('./modules/project/page.tsx')),
  screen('configs-location', 'LOCATION', () => import('./modules/location/page.tsx')),
  screen('configs-work-schedules', 'WORK_SCHEDULE', () => import('./modules/work-schedule/page.tsx')),
  screen('configs-authorization', 'AUTHORIZATION', () => import('./modules/authorization/page.tsx')),
  screen('staffs', 'EMPLOYEE', () => import('./modules/staff/page.tsx')),
  screen('partner', 'PARTNER', () => import('./modules/partner/page.tsx')),
  screen('activity', 'ACTIVITY', () => import('./modules/activity/page.tsx')),
];

/** Pages that stand on paper, without the shell. */
const printed: RouteObject[] = [
  screen('units/:sheet', 'UNIT', () => import('./modules/unit/print/page.tsx')),
  screen('rental-contract/:contractId', 'RENTAL_CONTRACT', () => import('./modules/rental-contract/print/page.tsx')),
];

const lost: RouteObject = { path: '*', element: <ErrorPage inside code={404} onHome={toStart} /> };

/** Every path of the client. */
export function router(failure: Error | null) {
  if (failure) return createBrowserRouter([{ path: '*', element: <ErrorPage code={500} onHome={toStart} /> }]);
  return createBrowserRouter([
    {
      errorElement: <Failed />,
      hydrateFallbackElement: <></>,
      children: [
        { path: '/login', element: <SignIn /> },
        {
          element: <Waiting />,
          children: [
            { path: '/register', lazy: () => import('./modules/account/register.tsx') },
            { path: '/register/confirm', lazy: () => import('./modules/account/confirm.tsx') },
            { path: '/password/forgot', lazy: () => import('./modules/account/forgot.tsx') },
            { path: '/password/set-new-password', lazy: () => import('./modules/account/set-password.tsx') },
            { path: '/policy', lazy: () => import('./modules/account/policy.tsx') },
            ...['/staff-profile-preferences', '/member-profile-preferences'].map(path => ({
              path,
              lazy: () => import('./modules/account/preferences.tsx'),
            })),
            { path: '/emails/unsubscribe', lazy: () => import('./modules/account/unsubscribe.tsx') },
          ],
        },
        {
          element: <SignedIn />,
          children: [
            { path: '/', element: <Navigate to="/direction" replace /> },
            { path: '/direction', element: <Direction /> },
            {
              element: <Waiting />,
              children: [{ path: '/profile', lazy: () => import('./modules/account/profile.tsx') }],
            },
            { path: '/print/:idUnitGroup', element: <PrintArea />, children: printed },
            { path: '/projects', element: <Navigate to="/direction" replace /> },
            {
              path: '/projects/:idUnitGroup',
              element: <ProjectArea />,
              // A screen that breaks leaves the menu standing.
              children: [{ errorElement: <Failed inside />, children: [...screens, ...olderRoutes(screens), lost] }],
            },
          ],
        },
        { path: '*', element: <ErrorPage code={404} onHome={toStart} /> },
      ],
    },
  ]);
}
