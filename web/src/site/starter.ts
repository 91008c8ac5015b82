console.log('starter');
