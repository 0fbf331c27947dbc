/** The SDK writes its warnings to the console, where they would stand in the middle of a screen. */
export function silenceSdk(): void {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
}
