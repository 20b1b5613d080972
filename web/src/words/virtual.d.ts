declare module 'virtual:words' {
  type Loader = () => Promise<{ default: Record<string, unknown> }>
  export const loaders: Record<string, Loader>
  /** What each language calls itself. */
  export const ownNames: Record<string, string>
  export const ruleLoaders: Record<string, Loader>
}

declare module 'virtual:woods.css'
