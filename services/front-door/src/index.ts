export { amqpAnswers, ensureDatabase, LOCAL_RABBIT_URL } from './configuration.js';
export { readConstellationConfig, serviceEnvironment } from './configuration.js';
export { createConstellation } from './constellation.js';
export { doors } from './front-door.js';
