import { useAtomValue } from 'jotai';
import { Navigate } from 'react-router';
import { loadMe, meAtom } from '../../kit/session/session.ts';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { leave } from '../../shell/sign-in/SignOut.tsx';
import { useBrand } from '../project/useBrand.ts';

const ProjectsPage = lazyPart(async () => (await import('../../shell/ProjectsPage.tsx')).ProjectsPage);

/** Target of users without a project in the path: their only project, a choice, or help without any. */
export function ProjectRedirect() {
  const me = useAtomValue(meAtom);
  const brand = useBrand();
  if (!me) return null;
  const projects = me.employees.map(place => ({
    id: place.projectId,
    name: place.projectName,
    note: place.positions.map(position => position.name).join(', '),
    to: `/projects/${place.projectId}`,
  }));
  const only = projects.length === 1 ? projects[0] : undefined;
  if (only) return <Navigate to={only.to} replace />;
  return (
    <ProjectsPage
      brand={brand}
      projects={projects}
      person={{ id: me.user.id, name: me.user.name }}
      onAgain={() => void loadMe().catch(() => undefined)}
      onSignOut={() => void leave()}
    />
  );
}
