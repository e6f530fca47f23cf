import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { languageNow } from '../../kit/i18n/i18n.ts';
import { loadWording } from '../../kit/i18n/wording-overrides.ts';
import { loadProject, type Project, projectAtom } from '../../kit/session/project.ts';

/** Loads the project in the path with its words; `ready` once nothing of another project would be shown. */
export function useProjectSync(projectId: string): { project: Project | null; ready: boolean } {
  const project = useAtomValue(projectAtom(projectId));
  const [settled, setSettled] = useState('');
  useEffect(() => {
    if (!projectId) return;
    let wanted = true;
    void Promise.all([loadProject(projectId), loadWording(languageNow())]).then(() => wanted && setSettled(projectId));
    return () => {
      wanted = false;
    };
  }, [projectId]);
  return { project, ready: settled === projectId };
}
