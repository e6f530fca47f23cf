export { MoneyPane } from './money/MoneyCharts.tsx';
