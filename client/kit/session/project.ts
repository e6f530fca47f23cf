import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { dayOf } from '@lobby/shared/kit/dates.ts';
import { type Feature, type Features, type Installed, isOn } from '@lobby/shared/kit/features.ts';
import type { oneProject } from '@lobby/shared/kit/project.contract.ts';
import { atom, useAtomValue } from 'jotai';
import { family, resetFamily, store } from '../base/store.ts';
import { setZone } from '../base/zone.ts';
import { request } from '../http/api.ts';
import { now } from '../http/clock.ts';
import { callContract } from '../http/contract.ts';
import { projectIdAtom } from './session.ts';

/** Project data that screens need. */
export type Project = Pick<
  AnswerOf<typeof oneProject>,
  'id' | 'name' | 'address' | 'timeZone' | 'hotline' | 'blocks' | 'units' | 'serviceEndsOn'
>;

/** A loaded project; null before. */
export const projectAtom = family((_projectId: string) => atom<Project | null>(null));
/** Features of a project; defaults until loaded. */
const featuresAtom = family((_projectId: string) => atom<Features>({}));

/** Whether the subscription has ended: the project can only be read (domain.md 19). */
export const isExpired = (project: Project | null): boolean =>
  project?.serviceEndsOn ? dayOf(new Date(now()), project.timeZone) > project.serviceEndsOn : false;

/** Loads a project and its features, and sets its time zone. On failure the known data stay. */
export async function loadProject(projectId: string): Promise<void> {
  const [project, features] = await Promise.all([
    callContract<typeof oneProject>('GET', '/unit-group/:id', { params: { id: projectId } }).catch(() => null),
    request<Features>('GET', '/module/config', { projectId }).catch(() => null),
  ]);
  if (features) store.set(featuresAtom(projectId), features.data);
  if (!project) return;
  if (store.get(projectIdAtom) === projectId) setZone(project.data.timeZone);
  store.set(projectAtom(projectId), project.data);
}

/** Restores a project from the last online session. */
export function bringProject(project: Project | null): void {
  if (!project) return;
  setZone(project.timeZone);
  store.set(projectAtom(project.id), before => before ?? project);
}

/** Whether the open project has a feature on. */
export function useFeature(name: Feature): boolean {
  const projectId = useAtomValue(projectIdAtom);
  return isOn(useAtomValue(featuresAtom(projectId ?? '')), name);
}

/** Features of the installation, as known in a project. */
export const installedAtom = family((projectId: string) =>
  atom<Readonly<Partial<Record<Installed, boolean>>>>(get => get(featuresAtom(projectId))),
);

/** Forgets all projects, at sign-out. */
export function forgetProjects(): void {
  resetFamily(projectAtom, null);
  resetFamily(featuresAtom, {});
}
