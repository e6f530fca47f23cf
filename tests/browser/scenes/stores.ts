import type { Scene } from './scene.ts';
import { usualOf } from './usual.ts';

const { list, made, opened } = usualOf('admin@hoasen.demo');

/** Whom the building works with, by contracts. */
export const partners: readonly Scene[] = [
  opened('partner', 'partner?tab=active', 'contracts'),
  made('partner-new', 'partner'),
  list('partner-contracts', 'partner?part=contracts&tab=all'),
];

/** Supplies, stock documents and purchases. */
export const stores: readonly Scene[] = [
  list('supplies', 'supplies?tab=all'),
  opened('supply', 'supplies?tab=all', 'card'),
  made('supply-new', 'supplies'),
  list('stock-documents', 'supplies?part=documents&tab=all'),
  opened('stock-document', 'supplies?part=documents&tab=receipts', 'lines'),
  made('stock-document-new', 'supplies?part=documents'),
  list('supply-needs', 'supplies?part=needs', 'tbody tr'),
  list('purchase-requests', 'supplies?part=buy&tab=all'),
  opened('purchase-request', 'supplies?part=buy&tab=going', 'lines'),
  list('counts', 'supplies?part=counting&tab=all'),
  opened('count-going', 'supplies?part=counting&tab=going', 'lines'),
  opened('count-review', 'supplies?part=counting&tab=review', 'lines'),
  made('count-new', 'supplies?part=counting'),
  list('warehouses', 'supplies?part=warehouses'),
];
