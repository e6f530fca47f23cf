import { Suspense } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { ErrorPage } from '../../shell/ErrorPage.tsx';
import { useOwnProject } from '../project/useOwnProject.ts';

/** Print pages of a project, without the shell. */
export function PrintArea() {
  const { id, me, place, left, permissions, ready } = useOwnProject();
  const navigate = useNavigate();
  if (!me) return null;
  if (!place) return <ErrorPage code={left ? 'left' : 403} onHome={() => navigate('/direction')} />;
  return <Suspense fallback={null}>{permissions && ready && <Outlet key={id} />}</Suspense>;
}
