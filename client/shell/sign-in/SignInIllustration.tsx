import { chakra } from '@chakra-ui/react';

const PANE = 22;
const PITCH_X = 34;
const PITCH_Y = 40;

interface House {
  x: number;
  y: number;
  columns: number;
  rows: number;
  /** Lit windows as `row,column`. */
  lit: readonly string[];
  quiet?: boolean;
}

const TOWER: House = {
  x: 252,
  y: 190,
  columns: 9,
  rows: 14,
  lit: ['2,6', '3,2', '3,3', '5,7', '6,0', '7,5', '9,1', '9,8', '11,6', '12,4', '13,2'],
};
const NEIGHBOUR: House = { x: 588, y: 430, columns: 4, rows: 8, lit: ['2,1', '6,3'], quiet: true };

/** Decorative houses of the sign-in page at dusk. */
export function SignInIllustration() {
  return (
    <chakra.svg viewBox="0 0 720 745" preserveAspectRatio="xMidYMin slice" w="full" h="full" fill="none" aria-hidden>
      <chakra.g stroke="label.wall" strokeWidth="1.5">
        <path d="M236 780V168h324v612M236 168l24-24h276l24 24" />
        <path d="M572 780V408h160" opacity="0.7" />
      </chakra.g>
      <Windows {...TOWER} />
      <Windows {...NEIGHBOUR} />
    </chakra.svg>
  );
}

function Windows({ x, y, columns, rows, lit, quiet }: House) {
  const panes = Array.from({ length: rows * columns }, (_, n) => ({
    row: Math.floor(n / columns),
    column: n % columns,
  }));
  return (
    <g opacity={quiet ? 0.7 : 1}>
      {panes.map(({ row, column }) => (
        <chakra.rect
          key={`${row},${column}`}
          x={x + column * PITCH_X}
          y={y + row * PITCH_Y}
          width={`${PANE}px`}
          height={`${PANE}px`}
          rx="2"
          {...(lit.includes(`${row},${column}`)
            ? { fill: 'label.lamp' }
            : { stroke: 'label.pane', strokeWidth: '1.25' })}
        />
      ))}
    </g>
  );
}
