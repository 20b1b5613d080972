declare module 'virtual:words' {
  type Loader = () => Promise<{ default: Record<string, unknown> }>
  export const short: Record<string, Loader>
  export const long: Record<string, Loader>
}
