import { MENU } from '@lobby/shared/modules/menu.ts';
import {
  DoorClosed,
  FileSignature,
  FileText,
  Folder,
  IdCard,
  LifeBuoy,
  type LucideIcon,
  Tag,
  UserRound,
} from 'lucide-react';

/** Search parameter of the open record, and the part of the screen, where they are not the usual ones. */
const SCREENS: Readonly<Record<string, string>> = {
  ticket: 'help-desk?helpDeskId=',
  'ticket-type': 'configs-helpdesk-type?id=',
  'ticket-reply': 'configs-helpdesk-type?part=replies&id=',
  label: 'configs-labels?id=',
  'label-group': 'configs-labels?part=groups&id=',
  unit: 'units?id=',
  resident: 'members?id=',
  employee: 'staffs?id=',
  document: 'documents?id=',
  folder: 'documents?folderId=',
  'rental-contract': 'rental-contract?tab=all&id=',
  'contract-template': 'rental-contract?part=templates&id=',
};
/** Who has no screen of their own yet is met in the requests about them. */
const INSTEAD: Readonly<Record<string, string>> = {
  unit: 'help-desk?tab=all&unitId=',
  resident: 'help-desk?tab=all&residentId=',
  employee: 'help-desk?tab=all&assigneeId=',
};

/** What a record is known by at a glance. */
export const RECORD_ICONS: Readonly<Record<string, LucideIcon>> = {
  ticket: LifeBuoy,
  unit: DoorClosed,
  resident: UserRound,
  employee: IdCard,
  label: Tag,
  document: FileText,
  folder: Folder,
  'rental-contract': FileSignature,
};

const routes = new Map(MENU.flatMap(({ entries }) => entries.map(({ route, module }) => [route, module] as const)));

/** Where a record is shown in a project; null where the reader has no screen for it. */
export function pathOf(
  projectId: string,
  entity: string,
  id: string,
  sees: (module: string) => boolean,
): string | null {
  const there = [SCREENS[entity], INSTEAD[entity]].find(path => {
    const module = path && routes.get(path.replace(/\?.*/, ''));
    return module && sees(module);
  });
  return there ? `/projects/${projectId}/${there}${id}` : null;
}

/** Where the list of a definition is shown under a project; null where it has no screen. */
export function listPathOf(entity: string): string | null {
  const path = SCREENS[entity];
  return path ? path.replace(/[?&]\w+=$/, '') : null;
}
