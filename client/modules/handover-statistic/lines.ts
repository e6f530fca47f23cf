/** A line of a figure: what it is of, its numbers, and the list that shows the same. */
export interface Line {
  key: string;
  name: string | null;
  link: string | null;
  values: Record<string, number | null>;
}
