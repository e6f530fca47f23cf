import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useNavigate } from 'react-router';
import { ErrorPage } from '../shell/ErrorPage.tsx';
import { Shell } from '../shell/Shell.tsx';
import { leave } from '../shell/SignOut.tsx';
import { AnnouncedBanner } from './AnnouncedBanner.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { useMenu } from './menu.ts';
import { ServiceBanner } from './ServiceBanner.tsx';
import { useBrand } from './useBrand.ts';
import { useOwnProject } from './useOwnProject.ts';

/** Everything about one project: the shell around its screens. */
export function ProjectArea() {
  const { id: idUnitGroup, me, place, permissions, project, ready } = useOwnProject();
  const navigate = useNavigate();
  const menu = useMenu(idUnitGroup);
  const { t } = useTranslation('shell');
  const brand = useBrand();
  if (!me) return null;
  if (!place) return <ErrorPage code={403} onHome={() => navigate('/direction')} />;
  // Nothing is said in the words of another place.
  if (!ready && !project) return null;
  const projects = me.employees.map(({ projectId, projectName }) => ({ id: projectId, name: projectName }));
  return (
    <Shell
      brand={brand}
      menu={menu}
      project={{
        id: place.projectId,
        name: project?.name ?? place.projectName,
        note: project ? t('project.size', { blocks: project.blocks, units: project.units }) : undefined,
      }}
      projects={projects}
      onProject={id => navigate(`/projects/${id}`)}
      person={{
        id: place.employeeId || me.user.id,
        name: me.user.name,
        position: place.positions.map(one => one.name).join(', '),
      }}
      onSignOut={() => void leave()}
      banner={
        <>
          <ConnectionBanner />
          <AnnouncedBanner />
          <ServiceBanner project={project} />
        </>
      }
    >
      <Suspense fallback={null}>{permissions && ready && <Outlet key={idUnitGroup} />}</Suspense>
    </Shell>
  );
}
