import type { ReactNode } from 'react';

export interface ChartSeries {
  key: string;
  label: string;
  /** The same in the period before: a shade behind. */
  before?: boolean;
}

export interface ChartPoint {
  key: string;
  label: string;
  values: Readonly<Record<string, number | null>>;
  /** It goes on: its bar is hatched. */
  part?: boolean;
  /** What its name in the table leads to. */
  named?: ReactNode;
}
