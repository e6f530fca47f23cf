import { document } from '@lobby/shared/modules/document.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { TARGETS } from '@lobby/shared/modules/targets.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { ComponentType } from 'react';
import { ContractsTab } from '../rental-contract/index.ts';
import { DocumentsTab } from './DocumentsTab.tsx';
import { RequestsTab } from './RequestsTab.tsx';
import { ResidentsTab } from './ResidentsTab.tsx';

/** A tab of the unit's drawer that shows what another module knows of it. */
interface Related {
  value: string;
  /** Definition that must have landed, and the permission module that the reader must read. */
  target: string;
  module: string;
  /** Key of its word in `unit`. */
  label: 'drawer.residents' | 'drawer.requests' | 'drawer.documents' | 'drawer.contracts';
  Content: ComponentType<{ id: string }>;
}

const ALL: readonly Related[] = [
  {
    value: 'residents',
    target: 'resident',
    module: resident.code,
    label: 'drawer.residents',
    Content: ResidentsTab,
  },
  {
    value: 'documents',
    target: 'document',
    module: document.code,
    label: 'drawer.documents',
    Content: DocumentsTab,
  },
  { value: 'requests', target: 'ticket', module: ticket.code, label: 'drawer.requests', Content: RequestsTab },
  {
    value: 'contracts',
    target: 'rental-contract',
    module: rentalContract.code,
    label: 'drawer.contracts',
    Content: ({ id }) => <ContractsTab id={id} of="unitId" />,
  },
];

/** Tabs of other modules beside a unit's own, in the order of the drawer; a module that lands adds its line above. */
export const RELATED: readonly Related[] = ALL.filter(({ target }) => TARGETS.some(({ name }) => name === target));
