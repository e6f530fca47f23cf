import { bill } from '@lobby/shared/modules/bill.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { document } from '@lobby/shared/modules/document.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { utilityBan } from '@lobby/shared/modules/utility-ban.ts';
import type { ComponentType } from 'react';
import { REGISTRY } from '../../shell/registry.ts';
import { UnitBillsTab } from '../bill/index.ts';
import { UnitCards } from '../card/index.ts';
import { UnitNoticesTab } from '../fee-notice/index.ts';
import { UnitInvoicesTab } from '../invoice/index.ts';
import { ContractsTab } from '../rental-contract/index.ts';
import { TalksTab } from '../room/index.ts';
import { RequestsTab } from '../ticket/index.ts';
import { AccountTab } from '../unit-account/index.ts';
import { UnitStanding } from '../utility-booking/index.ts';
import { DocumentsTab } from './DocumentsTab.tsx';
import { ResidentsTab } from './ResidentsTab.tsx';

/** Tab of the unit drawer with the records of another module. */
interface Related {
  value: string;
  /** The definition has to be registered, and the reader needs read permission for the module. */
  target: string;
  module: string;
  /** Translation key in `unit`. */
  label:
    | 'drawer.residents'
    | 'drawer.requests'
    | 'drawer.documents'
    | 'drawer.contracts'
    | 'drawer.bills'
    | 'drawer.notices'
    | 'drawer.invoices'
    | 'drawer.talks'
    | 'drawer.account'
    | 'drawer.amenities'
    | 'drawer.cards';
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
  {
    value: 'requests',
    target: 'ticket',
    module: ticket.code,
    label: 'drawer.requests',
    Content: ({ id }) => <RequestsTab id={id} of="unitId" />,
  },
  {
    value: 'talks',
    target: 'room',
    module: room.code,
    label: 'drawer.talks',
    Content: TalksTab,
  },
  {
    value: 'contracts',
    target: 'rental-contract',
    module: rentalContract.code,
    label: 'drawer.contracts',
    Content: ({ id }) => <ContractsTab id={id} of="unitId" />,
  },
  { value: 'bills', target: 'bill', module: bill.code, label: 'drawer.bills', Content: UnitBillsTab },
  { value: 'notices', target: 'fee-notice', module: feeNotice.code, label: 'drawer.notices', Content: UnitNoticesTab },
  { value: 'invoices', target: invoice.name, module: invoice.code, label: 'drawer.invoices', Content: UnitInvoicesTab },
  {
    value: 'account',
    target: 'account-movement',
    module: unitAccount.code,
    label: 'drawer.account',
    Content: AccountTab,
  },
  {
    value: 'amenities',
    target: utilityBan.name,
    module: utilityBan.code,
    label: 'drawer.amenities',
    Content: UnitStanding,
  },
  { value: 'cards', target: card.name, module: card.code, label: 'drawer.cards', Content: UnitCards },
];

/** Tabs of other modules in the order of the drawer; a new module adds its entry to the list above. */
export const RELATED: readonly Related[] = ALL.filter(({ target }) => REGISTRY.some(({ name }) => name === target));
