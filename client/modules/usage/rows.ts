import { usage } from '@lobby/shared/modules/usage.ts';
import { request } from '../../kit/http/api.ts';
import { scopeNow } from '../../kit/session/session.ts';

/** Meter or unit on the entry sheet of a month. */
export interface SheetRow {
  unitId: string;
  code: string;
  meterId: string | null;
  meterCode: string | null;
  usageId: string | null;
  oldIndex: number | null;
  newIndex: number | null;
  usageNumber: number | null;
  previousUsage: number | null;
  averageUsage: number | null;
  change: number | null;
  months: number;
  outlier: boolean;
  confirmed: boolean;
  billed: boolean;
  /** The last three usages, newest first. */
  before: number[];
  registered: boolean;
}

export interface Refused {
  meterId?: string;
  unitId?: string;
  code: string;
  message: string;
}

export const keyOf = ({ meterId, unitId }: Pick<SheetRow, 'meterId' | 'unitId'>): string => meterId ?? unitId;

/** Saves lines of the sheet; returns the refused ones with the reason. */
export async function saveLines(
  head: { serviceId: string; month: string },
  metered: boolean,
  lines: readonly { row: SheetRow; value: number }[],
  confirmed = false,
): Promise<Map<string, Refused>> {
  const path = `${usage.path}/${metered ? 'save-from-to' : 'save-number-use'}`;
  const rows = lines.map(({ row, value }) =>
    metered ? { meterId: row.meterId, newIndex: value } : { unitId: row.unitId, usageNumber: value },
  );
  const body = { ...head, rows, ...(confirmed && { confirmOutliers: true }) };
  const { data } = await request<{ refused: Refused[] }>('POST', path, { ...scopeNow(), body });
  return new Map(data.refused.map(row => [row.meterId ?? row.unitId ?? '', row]));
}
