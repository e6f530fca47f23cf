import type { bill } from '@lobby/shared/modules/bill.ts';
import type { billRun } from '@lobby/shared/modules/bill-run.ts';
import type { service } from '@lobby/shared/modules/billing-service.ts';
import type { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { meter } from '@lobby/shared/modules/meter.ts';
import type { unit } from '@lobby/shared/modules/unit.ts';
import type { usage } from '@lobby/shared/modules/usage.ts';
import type { Values } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';

export type BillDoc = Doc<typeof bill>;
export type BillValues = Values<typeof bill>;
export type RunDoc = Doc<typeof billRun>;
export type ServiceDoc = Doc<typeof service>;
export type UnitDoc = Doc<typeof unit>;
export type UsageDoc = Doc<typeof usage>;
export type MeterDoc = Doc<typeof meter>;
export type NoticeDoc = Doc<typeof feeNotice>;
