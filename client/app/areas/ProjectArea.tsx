import { BOOKKEEPING } from '@lobby/shared/kit/books.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useMay } from '../../kit/session/permissions.ts';
import { ReadFailures } from '../../kit/ui/states/ReadFailures.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { SecondPerson } from '../../modules/approval-request/index.ts';
import { ClosedMark } from '../../modules/lock-date/index.ts';
import { VisitorKeys } from '../../modules/visitor/index.ts';
import { GuideButton, GuidePanel } from '../../platform/guide/index.ts';
import { Bell } from '../../platform/notifications/index.ts';
import { WhatsNewBanner } from '../../platform/whats-new/index.ts';
import { ErrorPage } from '../../shell/ErrorPage.tsx';
import { entriesOf, litOn } from '../../shell/menu/menu.ts';
import { Shell } from '../../shell/Shell.tsx';
import { leave } from '../../shell/sign-in/SignOut.tsx';
import { AnnouncedBanner } from '../banners/AnnouncedBanner.tsx';
import { ConnectionBanner } from '../banners/ConnectionBanner.tsx';
import { ServiceBanner } from '../banners/ServiceBanner.tsx';
import { HomeSkeleton } from '../HomeSkeleton.tsx';
import { samePlaceIn, useMenu, useMenuCounts } from '../menu.ts';
import { useBrand } from '../project/useBrand.ts';
import { useOwnProject } from '../project/useOwnProject.ts';
import { useTabTitle } from '../project/useTabTitle.ts';

/** Menu groups of accounting screens. */
const BOOKS: ReadonlySet<string> = new Set(['fees', 'payments', 'accountingReports', 'accountingSetup']);

/** A project: the shell around its screens. */
export function ProjectArea() {
  const { id: idUnitGroup, me, place, left, permissions, project, ready } = useOwnProject();
  const navigate = useNavigate();
  const menu = useMenu(idUnitGroup);
  useMenuCounts(idUnitGroup);
  const { t } = useTranslation('shell');
  const brand = useBrand();
  useTabTitle(idUnitGroup, project?.name ?? place?.projectName ?? '', brand.name, menu);
  const { pathname } = useLocation();
  const at = litOn(pathname, entriesOf(menu));
  const may = useMay();
  const keepsBooks =
    BOOKKEEPING.some(code => may(code)) &&
    menu.some(({ key, entries }) => BOOKS.has(key) && entries.some(({ to }) => to === at));
  if (!me) return null;
  if (!place) return <ErrorPage code={left ? 'left' : 403} onHome={() => navigate('/direction')} />;
  // Shows nothing in the words of another project.
  if (!ready && !project) return null;
  const awaited = pathname === `/projects/${idUnitGroup}` ? <HomeSkeleton /> : <SkeletonRows />;
  const projects = me.employees.map(({ projectId, projectName }) => ({ id: projectId, name: projectName }));
  return (
    <Shell
      brand={brand}
      menu={menu}
      project={{
        id: place.projectId,
        name: project?.name ?? place.projectName,
        note: project
          ? [t('project.blocks', { count: project.blocks }), t('project.units', { count: project.units })].join(' · ')
          : undefined,
      }}
      projects={projects}
      onProject={id => void samePlaceIn(id, location.pathname).then(navigate)}
      person={{
        id: place.employeeId || me.user.id,
        name: me.user.name,
        position: place.positions.map(position => position.name).join(', '),
      }}
      onSignOut={() => void leave()}
      mark={keepsBooks && <ClosedMark projectId={idUnitGroup} />}
      bell={<Bell projectId={idUnitGroup} />}
      help={<GuideButton />}
      aside={<GuidePanel projectId={idUnitGroup} />}
      news={(look, onGo) => <WhatsNewBanner projectId={idUnitGroup} look={look} onGo={onGo} />}
      banner={
        <>
          <ConnectionBanner />
          <AnnouncedBanner />
          <ServiceBanner project={project} />
        </>
      }
    >
      <Suspense fallback={awaited}>
        {permissions && ready ? (
          <ReadFailures>
            <Outlet key={idUnitGroup} />
          </ReadFailures>
        ) : (
          awaited
        )}
      </Suspense>
      {permissions && ready && <VisitorKeys key={idUnitGroup} />}
      <SecondPerson />
    </Shell>
  );
}
