import { useAtom } from 'jotai';
import { useLocation } from 'react-router';
import { guideAtom } from '../../kit/base/guide.ts';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';

const Beside = lazyPart(async () => (await import('./Beside.tsx')).Beside);

/** Guide panel beside the current screen, which stays mounted. */
export function GuidePanel({ projectId }: { projectId: string }) {
  const [open, setOpen] = useAtom(guideAtom);
  const { pathname } = useLocation();
  const home = `/projects/${projectId}/`;
  const route = pathname.startsWith(home) ? pathname.slice(home.length) : '';
  if (!open || route === 'guide' || route.startsWith('guide/')) return null;
  return <Beside projectId={projectId} route={route} at={open} onClose={() => setOpen(null)} />;
}
