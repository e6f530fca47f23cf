export { orderIn } from './floor-order.ts';
